import type { Entry } from "@daybook/kernel"
import { type Play, playId } from "./model.ts"

/** A play as an entry of the journal. Its day is the owner's. */
export const playEntry = (play: Play): Omit<Entry, "day"> => {
  const { game, playedAt, players, winner } = play
  const id = playId(play)
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
