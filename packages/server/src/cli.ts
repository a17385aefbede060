import { extname } from "node:path"
import { daybook } from "./daybook.ts"
import { everyDomain } from "./domains/index.ts"

daybook(everyDomain, new URL(`./storeEntry${extname(import.meta.url)}`, import.meta.url))
