import type { Entry } from "@daybook/kernel"
import type { Play } from "./model.ts"

/** A play as an entry of the journal. Its day is the person's. */
export const playEntry = ({ game, playedAt, players, winner }: Play): Omit<Entry, "day"> => {
  // Two games may begin at one time, and one game is played often.
  const id = `${playedAt} ${game}`
  return {
    id,
    kind: "board-game",
    at: playedAt,
    dayOnly: false,
    title: game,
    subtitle: [players === 0 ? "" : `${players} players`, winner === "" ? "" : `won by ${winner}`]
      .filter((part) => part !== "")
      .join(", "),
    url: "",
    imageUrl: "",
    item: { type: "play", id },
    count: 1,
  }
}
