import { demoScrobbles } from "@daybook/demo"

/** The first of the demo plays that end at the instant: always the same one. */
export const firstPlay = () => {
  const [first] = demoScrobbles({ until: Date.UTC(2026, 0, 1), count: 1_000 })
  return first
}
