/** Something of a program that has no place in the model; its message names it. */
export class Unprintable extends Error {}
