// Compares the embedders alone; `npm run bench` measures them with all else.
import { tellAims } from "../aims.ts"
import { measureMeaning } from "./measureMeaning.ts"

await measureMeaning()
tellAims()
