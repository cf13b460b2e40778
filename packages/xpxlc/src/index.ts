// What needs more than the core: so far, explanations for people at a terminal.
export { type ReportStyle, reportText } from './terminal/report.ts';
