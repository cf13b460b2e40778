// Has the class changed, and would the model's own program agree? What moving instances asks again and again.
import {
  clearWinner,
  type Decision,
  decide,
  type FloatScores,
  floatScores,
  floatScoresAlong,
  isAhead,
  toOptions,
} from '../weigh/decide.ts';
import type { Problem } from '../weigh/problem.ts';

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
export function beaten({ classifier, classIndex: own, rivals }: Problem, values: Float64Array): Judges {
  return toJudges(
    { classifier },
    values,
    (float) => rivals.some((rival) => isAhead(classifier, float, rival.class, own)),
    (winner) => winner !== own,
  );
}

/** Does class `t` beat all others? */
export function won({ classifier }: Pick<Problem, 'classifier'>, t: number, values: Float64Array): Judges {
  return toJudges(
    { classifier },
    values,
    (float) => clearWinner(classifier, float) === t,
    (winner) => winner === t,
  );
}

/** The class of an instance given as numbers, exactly. */
export function decisionOn({ classifier }: Pick<Problem, 'classifier'>, values: Float64Array): Decision {
  const encoded = toOptions(classifier, values);
  return decide(classifier, encoded, floatScores(classifier, encoded));
}

/** Added up in another order the scores may be off the other way; what is found must be beyond doubt in the usual order, too. */
const MORE_DOUBT = 2;

/** @param clear - whether plain doubles prove it; @param wanted - whether this winner is as wanted. */
function toJudges(
  { classifier }: Pick<Problem, 'classifier'>,
  values: Float64Array,
  clear: (float: FloatScores) => boolean,
  wanted: (winner: number) => boolean,
): Judges {
  const judge = (sure: boolean): Judge => {
    const isGood = (float: FloatScores): boolean => {
      if (clear(float)) return true;
      const { winner, certain } = decide(classifier, toOptions(classifier, values), float);
      return wanted(winner) && (certain || !sure);
    };
    return {
      now: () => isGood(floatScores(classifier, toOptions(classifier, values))),
      along: (feature) => {
        const doubt = sure ? MORE_DOUBT : 1;
        const scores = floatScoresAlong(classifier, toOptions(classifier, values), feature, doubt);
        return (x) => {
          values[feature] = x;
          return isGood(scores(x));
        };
      },
    };
  };
  return { holds: judge(false), surely: judge(true) };
}
