// Has the class changed, and would the model's own program agree? What moving instances asks again and again.
import { addsUpExactly, clearWinner, type Decision, decide, isCertain, winnerOf } from '../weigh/decide.ts';
import {
  emptySums,
  type FloatScores,
  floatScores,
  isAhead,
  scoreInto,
  toOptions,
} from '../weigh/float-scores.ts';
import type { Weighed } from '../weigh/problem.ts';
import { floatScoresAlong } from '../weigh/scores-along.ts';

/** Judges the instance in the making as it is, or as one feature moves: of that feature's values, which are good? */
export interface Judge {
  readonly now: () => boolean;
  /** What the answers say is valid until another feature moves. */
  readonly along: (feature: number) => (x: number) => boolean;
}

/** How sure one can be of a class. */
export interface Judges {
  /** The class is as wanted, exactly. */
  readonly holds: Judge;
  /** The model's own arithmetic, with all its rounding, must say so too. */
  readonly surely: Judge;
}

/** Is the predicted class beaten by any rival? */
export function beaten({ classifier, classIndex: own }: Weighed, values: Float64Array): Judges {
  return toJudges({ classifier }, values, {
    against: own,
    clear: (float) => {
      for (let k = 0; k < float.scores.length; k++)
        if (k !== own && isAhead(classifier, float, k, own)) return true;
      return false;
    },
    wanted: (winner) => winner !== own,
    loser: true,
  });
}

/** Does class `t` beat all others? */
export function won({ classifier }: Pick<Weighed, 'classifier'>, t: number, values: Float64Array): Judges {
  return toJudges({ classifier }, values, {
    against: t,
    clear: (float) => clearWinner(classifier, float) === t,
    wanted: (winner) => winner === t,
    loser: false,
  });
}

/** The class of an instance given as numbers, exactly. */
export function decisionOn({ classifier }: Pick<Weighed, 'classifier'>, values: Float64Array): Decision {
  const encoded = toOptions(classifier, values);
  return decide(classifier, encoded, floatScores(classifier, encoded));
}

/** Added up in another order the scores may be off the other way; what is found must be beyond doubt in the usual order, too. */
const MORE_DOUBT = 2;

/** What is asked of a winner. */
interface Wish {
  /** Do plain doubles prove it? */
  readonly clear: (float: FloatScores) => boolean;
  /** Is this winner as wanted? */
  readonly wanted: (winner: number) => boolean;
  /** The class that all comparisons are with: where these are not clear, a wanted winner is certain only if this class's score is not rounded. */
  readonly against: number;
  /** That class is to lose, to whichever other. */
  readonly loser: boolean;
}

function toJudges(
  { classifier }: Pick<Weighed, 'classifier'>,
  values: Float64Array,
  { clear, wanted, against, loser }: Wish,
): Judges {
  const rooms = [emptySums(classifier.classes.length), emptySums(classifier.classes.length)] as const;
  /** @param exact - can the score of the class that counts be free of rounding? */
  const holds = (float: FloatScores, sure: boolean, exact: () => boolean): boolean => {
    if (clear(float)) return true;
    // Without exact numbers, most often.
    if (sure && !exact()) return false;
    const encoded = toOptions(classifier, values);
    const winner = winnerOf(classifier, encoded, float);
    return wanted(winner) && (!sure || isCertain(classifier, encoded, float, winner));
  };
  const judge = (sure: boolean): Judge => ({
    now: () => {
      const encoded = toOptions(classifier, values);
      const exact = (): boolean => addsUpExactly(classifier, encoded, against);
      return holds(scoreInto(rooms[0], classifier, encoded), sure, exact);
    },
    along: (feature) => {
      const encoded = toOptions(classifier, values);
      const scores = floatScoresAlong(classifier, encoded, feature, sure ? MORE_DOUBT : 1, ...rooms);
      let others: boolean | undefined;
      const exact = (): boolean => {
        others ??= addsUpExactly(classifier, encoded, against, feature);
        return others;
      };
      const full = (x: number): boolean => holds(scores.at(x), sure, exact);
      if (!loser)
        return (x) => {
          values[feature] = x;
          return full(x);
        };
      // Most values are told by where the class is safe, or by the rival that was ahead the last time.
      const [from, to] = scores.safe(against);
      let rival = -1;
      return (x) => {
        values[feature] = x;
        if (x > from && x < to) return false;
        if (rival >= 0 && scores.isAhead(x, rival, against)) return true;
        const answer = full(x);
        if (answer) rival = rooms[1].sum.findIndex((_, k) => k !== against && scores.isAhead(x, k, against));
        return answer;
      };
    },
  });
  return { holds: judge(false), surely: judge(true) };
}
