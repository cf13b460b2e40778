// What is said of a bad row to people.
import { describe, expect, it } from 'vitest';
import { errorText } from '../../src/answer/error-text.ts';

const said = (message: string, row?: number): string => errorText({ code: 'out-of-bounds', message }, row);

describe('what is wrong with a row, for people', () => {
  it('has few digits, but for what the user has written', () => {
    expect(
      said("feature 'a': out of bounds; expected -2.8605259885869323e-9 to 12.345678901234, got 13.5"),
    ).toBe("feature 'a': out of bounds; expected -2.860…e-9 to 12.34…, got 13.5");
    expect(said("expected one of '1.23456789012345', got '9.87654321012345'")).toBe(
      "expected one of '1.23456789012345', got '9.87654321012345'",
    );
  });

  it('does not repeat the row', () => {
    expect(said("row 1 (line 3), feature 'a': not a number", 1)).toBe("line 3, feature 'a': not a number");
    expect(said("row 2, feature 'a': not a number", 1)).toBe("row 2, feature 'a': not a number");
  });
});
