/** The version of the packages, which move together. */
export const version = "0.1.0"
