// Every store on a file that a thread writes. `npm test` holds them to their contracts in memory, and to what a thread changes:
// how values, errors and interruptions cross to it (test/thread.test.ts), and what is there when the file is opened again.
import {
  keyStoreContract,
  oauthStoreContract,
  rateLimiterContract,
  shareStoreContract,
} from "@daybook/access/contract"
import { attendingStoreContract } from "@daybook/attending/contract"
import { collectingStoreContract } from "@daybook/collecting/contract"
import { imageStoreContract } from "@daybook/images/contract"
import {
  importStoreContract,
  serviceStatesContract,
  setAsideContract,
  syncRunsContract,
  tokenStoreContract,
  webhookStoreContract,
} from "@daybook/kernel/contract"
import {
  catalogStoreContract,
  filterStoreContract,
  listeningStoreContract,
  playingNowContract,
} from "@daybook/listening/contract"
import { checkInStoreContract } from "@daybook/places/contract"
import { runStoreContract } from "@daybook/running/contract"
import { SqliteStorage } from "@daybook/storage-sqlite"
import { watchingStoreContract } from "@daybook/watching/contract"
import * as Layer from "effect/Layer"
import { makeInFiles } from "../test/freshStores.ts"

const adapter = "SQLite with a thread"
const files = makeInFiles()
const kernel = SqliteStorage.Kernel.layer()
const { Access, Attending, Collecting, Images, Listening, Places, Running, Watching } = SqliteStorage

const access = files.freshInThread("access", Layer.merge(Access.layer(), kernel))
keyStoreContract(adapter, access)
shareStoreContract(adapter, access)
oauthStoreContract(adapter, access)
rateLimiterContract(adapter, access)

const alone = files.freshInThread("kernel", kernel)
syncRunsContract(adapter, alone)
setAsideContract(adapter, alone)
serviceStatesContract(adapter, alone)
tokenStoreContract(adapter, alone)
importStoreContract(adapter, alone)
webhookStoreContract(adapter, alone)

const listening = files.freshInThread("listening", Layer.merge(Listening.layer(), kernel))
listeningStoreContract(adapter, listening)
catalogStoreContract(adapter, listening)
filterStoreContract(adapter, listening)
playingNowContract(adapter, listening)

attendingStoreContract(adapter, files.freshInThread("attending", Layer.merge(Attending.layer(), kernel)))
collectingStoreContract(adapter, files.freshInThread("collecting", Layer.merge(Collecting.layer(), kernel)))
imageStoreContract(adapter, files.freshInThread("images", Layer.merge(Images.layer(), kernel)))
checkInStoreContract(adapter, files.freshInThread("places", Layer.merge(Places.layer(), kernel)))
runStoreContract(adapter, files.freshInThread("running", Layer.merge(Running.layer(), kernel)))
watchingStoreContract(adapter, files.freshInThread("watching", Layer.merge(Watching.layer(), kernel)))
