import type { Comparison } from "@daybook/profiles"

/** The signs of comparisons in SQL. */
export const comparisonSigns: Readonly<Record<Comparison, string>> = {
  gt: ">",
  gte: ">=",
  lt: "<",
  lte: "<=",
}
