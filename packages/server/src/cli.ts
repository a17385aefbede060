import { daybook } from "./daybook.ts"
import { everyDomain } from "./domains/index.ts"
import type { StartStores } from "./storeThread.ts"

/** Runs the command line of a server of our domains. */
export const run = (startStores: StartStores): void => daybook(everyDomain, startStores)
