import { describe, expect, it } from 'vitest';
import { LimitError } from '../../src/errors.ts';
import { abortion, Meter } from '../../src/model/budget.ts';

/** A signal that counts how often it was looked at. */
function counting(aborted: boolean) {
  const signal = {
    looks: 0,
    now: aborted,
    get aborted() {
      signal.looks += 1;
      return signal.now;
    },
  };
  return signal;
}

describe('a meter', () => {
  it('allows as many steps as the budget, and no more', () => {
    const meter = new Meter({ steps: 5 });
    expect([meter.left, meter.look()]).toEqual([5, false]);
    expect([meter.spend(4), meter.left]).toEqual([true, 1]);
    expect([meter.spend(1), meter.left, meter.look()]).toEqual([true, 0, false]);
    expect([meter.spend(1), meter.left, meter.look()]).toEqual([false, -1, true]);
  });

  it('allows what its maker says where the budget says nothing, and else the budget', () => {
    expect(new Meter({}, 7).left).toBe(7);
    expect(new Meter({ steps: 9 }, 7).left).toBe(9);
    expect(new Meter({ steps: 0 }, 7).left).toBe(0);
    expect(new Meter().left).toBe(Number.POSITIVE_INFINITY);
    expect(new Meter().spend(1e9)).toBe(true);
  });

  it('looks at the signal once in 1024 steps', () => {
    const signal = counting(false);
    const meter = new Meter({ signal });
    for (let s = 0; s < 1023; s++) expect(meter.spend(1)).toBe(true);
    expect(signal.looks).toBe(0);
    expect(meter.spend(1)).toBe(true);
    expect(signal.looks).toBe(1);
    for (let s = 0; s < 1023; s++) meter.spend(1);
    expect(signal.looks).toBe(1);
    signal.now = true;
    expect(meter.spend(1)).toBe(false);
    expect(signal.looks).toBe(2);
  });

  it('is over for good once it has seen the signal', () => {
    const signal = counting(true);
    const meter = new Meter({ signal });
    expect(meter.spend(1)).toBe(true);
    expect(meter.look()).toBe(true);
    signal.now = false;
    expect([meter.look(), meter.spend(1), meter.spend(5000)]).toEqual([true, false, false]);
    expect(signal.looks).toBe(1);
  });

  it('refuses with what was not done, or with the signal', () => {
    const signal = counting(false);
    const meter = new Meter({ steps: 3, signal });
    const spent = meter.refusal('no answer', 'more');
    expect(spent).toBeInstanceOf(LimitError);
    expect(spent.message).toBe(
      'budget.steps: no answer within the budget; expected at most 3 steps, got more',
    );
    expect(spent.code).toBe('too-many-steps');
    signal.now = true;
    meter.look();
    expect(meter.refusal('no answer', 'more')).toEqual(abortion());
    expect(abortion().code).toBe('aborted');
    expect(abortion().message).toBe('budget.signal: stopped by the signal; expected no signal, got aborted');
  });
});
