import { askRows, days, part, readTool } from "@daybook/http/routes"

/** What an assistant may ask about board games, next to its tools over all domains. */
export const boardGamesTools = [
  readTool(
    "board_games",
    {
      title: "Board games",
      description:
        "The board games the user played, most played first, with plays and minutes: which game did I play most, how long did I play it, which games last summer.",
      parameters: { ...days, ...part },
    },
    ({ from, to, ...rows }) => askRows({ path: "/v1/board-games/games", query: { from, to } }, rows),
  ),
]
