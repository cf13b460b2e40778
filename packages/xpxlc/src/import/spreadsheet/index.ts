// Scorecards and linear models that people keep in spreadsheets.
export { type CoefficientOptions, isCoefficients, readCoefficients } from './coefficients.ts';
export { isScorecard, readScorecard, type ScorecardTable, type ScorecardTableOptions } from './scorecard.ts';
