/** The parts that both stores of watching share. */
export * from "./rows.ts"
