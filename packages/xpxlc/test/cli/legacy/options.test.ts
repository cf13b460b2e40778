import { describe, expect, it } from 'vitest';
import { parseOptions } from '../../../src/cli/legacy/options.ts';

const parsed = (...args: string[]) => {
  const { flags, values, bounds, warnings } = parseOptions(args);
  return { flags: [...flags].join(''), values: Object.fromEntries(values), bounds, warnings };
};
const nothing = { flags: '', values: {}, bounds: undefined, warnings: [] };

describe('options', () => {
  it('may stand alone or together', () => {
    expect(parsed('-w', '-v')).toEqual({ ...nothing, flags: 'wv' });
    expect(parsed('-wxv')).toEqual({ ...nothing, flags: 'wxv' });
  });

  it('have values attached or behind them, also behind other flags', () => {
    expect(parsed('-n5', '-f', 'a b').values).toEqual({ n: '5', f: 'a b' });
    expect(parsed('-wn', '-3')).toEqual({ ...nothing, flags: 'w', values: { n: '-3' } });
    expect(parsed('-wtf', 'model')).toEqual({ ...nothing, flags: 'wt', values: { f: 'model' } });
  });

  it('end with the first operand, a lone minus, or two', () => {
    expect(parsed('-w', 'x', '-v').flags).toBe('w');
    expect(parsed('-w', '-', '-v').flags).toBe('w');
    expect(parsed('-w', '--', '-v').flags).toBe('w');
  });

  it('count as given last', () => {
    expect(parsed('-n', '1', '-n', '2').values).toEqual({ n: '2' });
  });

  it('that are unknown are told, and the rest goes on', () => {
    expect(parsed('-wZv')).toEqual({ ...nothing, flags: 'wv', warnings: ['Unknown option: Z'] });
  });

  it('without their value are told and ignored', () => {
    expect(parsed('-n')).toEqual({ ...nothing, warnings: ['Option -n without a value: ignored'] });
  });

  it('have one with a long name of its own, and --help', () => {
    expect(parsed('--bounds', 'file').bounds).toBe('file');
    expect(parsed('--bounds=a=b').bounds).toBe('a=b');
    expect(parsed('--help').flags).toBe('h');
  });
});
