// How hostile documents are checked: up to the first problem.

/**
 * For `safeParse` of zod: stop at the first problem. A document that is wrong in a million places takes gigabytes to say so, and
 * zod hands lists of problems on by spreading them, which overflows the stack. zod has the option without a type.
 */
export const FIRST_PROBLEM: object = { abortEarly: true };
