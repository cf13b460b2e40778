/** Rows of numbers, such as a likelihood per class and value: a matrix that stays on one line. */
export const matrix = <Row>(...rows: Row[]): Row[] => rows;
