// Compares only the embedders; `npm run bench` measures them with all else.
import { printTargets } from "../lines.ts"
import { measureMeaning } from "./measureMeaning.ts"

await measureMeaning()
printTargets()
