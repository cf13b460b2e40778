import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
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

  describe('at the end of the process', () => {
    const exit = vi.spyOn(process, 'exit');
    const kill = vi.spyOn(process, 'kill');
    const at = vi.spyOn(process, 'on');
    const off = vi.spyOn(process, 'removeAllListeners');
    beforeEach(() => {
      exit.mockReset().mockReturnValue(undefined as never);
      kill.mockReset().mockReturnValue(true);
      at.mockReset().mockReturnValue(process);
      off.mockReset().mockReturnValue(process);
    });
    afterAll(() => vi.restoreAllMocks());

    const pending = (): { readonly work: Promise<void>; readonly end: () => void } => {
      let end = (): void => undefined;
      const work = new Promise<void>((resolve) => {
        end = resolve;
      });
      return { work, end: () => end() };
    };
    /** What is done when the process ends. */
    const atEnd = (): void => {
      for (const [event, listener] of at.mock.calls) if (event === 'exit') (listener as () => void)();
    };

    it('is told to end, and waited for', async () => {
      const { work, end } = pending();
      void nativeWork(work, end);
      await endProcess(3);
      expect([exit.mock.calls, at.mock.calls]).toEqual([[[3]], []]);
    });

    it('is not waited for where it was told before and a signal has come, and is for another status', async () => {
      const { work, end } = pending();
      void nativeWork(work);
      await Promise.race([endProcess(130), setImmediate()]);
      expect(exit.mock.calls[0]).toEqual([130]);
      exit.mockClear();
      const failed = endProcess(3);
      await Promise.race([failed, setImmediate()]);
      expect(exit).not.toHaveBeenCalled();
      end();
      await failed;
      expect(exit.mock.calls).toEqual([[3]]);
    });

    it.each([
      ['SIGHUP', 129],
      ['SIGINT', 130],
      ['SIGTERM', 143],
    ] as const)('ends with it, by the signal that was sent: %s', async (signal, status) => {
      const { work, end } = pending();
      const interrupt = vi.fn();
      void nativeWork(work, interrupt);
      await endProcess(status);
      expect([interrupt.mock.calls.length, exit.mock.calls[0], kill.mock.calls]).toEqual([1, [status], []]);
      atEnd();
      expect(off).toHaveBeenCalledWith(signal);
      expect(kill).toHaveBeenCalledWith(process.pid, signal);
      end();
      await work;
    });

    it('needs none for a signal to be told to who started the process', async () => {
      expect(isIdle()).toBe(true);
      await endProcess(143);
      atEnd();
      expect(kill).toHaveBeenCalledWith(process.pid, 'SIGTERM');
    });
  });
});
