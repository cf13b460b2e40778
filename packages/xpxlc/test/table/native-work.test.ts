import { describe, expect, it, vi } from 'vitest';
import { endProcess, endsSoon, isIdle, nativeWork } from '../../src/table/native-work.ts';

const never = new Promise<never>(() => undefined);

describe('work in threads of a library', () => {
  it('is known until it is over, however it ends', async () => {
    const good = Promise.resolve(1);
    const bad = Promise.reject(new Error('broken'));
    expect(nativeWork(good, () => undefined)).toBe(good);
    void nativeWork(bad, () => undefined);
    expect(isIdle()).toBe(false);
    await Promise.allSettled([good, bad]);
    expect(isIdle()).toBe(true);
  });

  it('ends soon, or not', async () => {
    expect(await endsSoon(Promise.resolve())).toBe(true);
    expect(await endsSoon(Promise.reject(new Error('broken')))).toBe(true);
    expect(await endsSoon(never, 1)).toBe(false);
  });

  it('is told to end before the process ends; what does not ends with it, by the signal that was sent', async () => {
    const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
    const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
    const at = vi.spyOn(process, 'on').mockReturnValue(process);
    const off = vi.spyOn(process, 'removeAllListeners').mockReturnValue(process);
    try {
      let end = (): void => undefined;
      void nativeWork(
        new Promise<void>((resolve) => {
          end = resolve;
        }),
        () => end(),
      );
      await endProcess(3);
      expect([exit.mock.calls, at.mock.calls]).toEqual([[[3]], []]);
      const interrupt = vi.fn();
      void nativeWork(never, interrupt);
      await endProcess(143);
      expect([interrupt.mock.calls.length, exit.mock.lastCall]).toEqual([1, [143]]);
      expect(kill).not.toHaveBeenCalled();
      expect(at).toHaveBeenCalledExactlyOnceWith('exit', expect.any(Function));
      (at.mock.calls[0][1] as () => void)();
      expect(off).toHaveBeenCalledWith('SIGTERM');
      expect(kill).toHaveBeenCalledWith(process.pid, 'SIGTERM');
    } finally {
      vi.restoreAllMocks();
    }
  });
});
