// The reader of PMML, by name.

export { isPmml, type PmmlModel, type PmmlOptions, readPmml } from './read-pmml.ts';
