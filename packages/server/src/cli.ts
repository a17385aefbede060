import { daybook } from "./daybook.ts"
import { everyDomain } from "./domains/index.ts"

daybook(everyDomain)
