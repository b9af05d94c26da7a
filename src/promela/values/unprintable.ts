/** Something without a place in the model, named by the message. */
export class Unprintable extends Error {}
