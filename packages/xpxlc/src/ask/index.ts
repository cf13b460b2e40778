// What can be asked, as doors outside of this package see it: schemas of the options, the question that they make, and what is wrong with it. Public for Python's
// bridge; may change with any version.
export { ENDPOINTS, type Endpoint, OPTIONS, QUESTIONS, type ReadingOptions } from './endpoints.ts';
export { PYTHON } from './option.ts';
export { RequestError } from './request-error.ts';
export { type Question, type QuestionLimits, toQuestion } from './request-question.ts';
export { schemaError } from './schema-error.ts';
export { UsageError } from './usage-error.ts';
