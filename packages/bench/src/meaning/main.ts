// Compares the embedders alone; `npm run bench` measures them with all else.
import { tellAims } from "../lines.ts"
import { measureMeaning } from "./measureMeaning.ts"

await measureMeaning()
tellAims()
