/** Of the packages, which move together. */
export const version = "0.1.0"
