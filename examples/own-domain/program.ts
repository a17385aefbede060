// Daybook with one domain more: `node program.ts serve`, `sync board-games`, `import board-games FILE`, `--help`.
import { daybook, everyDomain } from "@daybook/server"
import { boardGames } from "./boardGames.ts"

daybook([...everyDomain, boardGames])
