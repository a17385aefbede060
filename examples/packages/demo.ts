import { demoScrobbles } from "@daybook/demo"

/** The first play of a life that ends at the instant: always the same one. */
export const firstPlay = () => {
  const [first] = demoScrobbles({ until: Date.UTC(2026, 0, 1), count: 1_000 })
  return first
}
