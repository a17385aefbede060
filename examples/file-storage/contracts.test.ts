// The proof of the adapter: the suites that @daybook/listening ships.
import {
  catalogStoreContract,
  durableCatalogStoreContract,
  durableFilterStoreContract,
  durableListeningStoreContract,
  filterStoreContract,
  listeningStoreContract,
} from "@daybook/listening/contract"
import * as DateTime from "effect/DateTime"
import * as Layer from "effect/Layer"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"
import * as FileStorage from "./fileStorage.ts"

const folders = mkdtempSync(join(tmpdir(), "daybook-files-"))
afterAll(() => rmSync(folders, { recursive: true, force: true }))

let made = 0

/** A new and empty store, as a function that opens it for the owner in a zone. */
const make = () => {
  const folder = join(folders, String(++made))
  return (zone = "UTC") =>
    Layer.provide(FileStorage.layer(folder), DateTime.layerCurrentZone(DateTime.zoneMakeNamedUnsafe(zone)))
}

const fresh = (zone?: string) => make()(zone)

listeningStoreContract("plain files", fresh)
filterStoreContract("plain files", fresh)
catalogStoreContract("plain files", fresh)
durableListeningStoreContract("plain files", make)
durableCatalogStoreContract("plain files", make)
durableFilterStoreContract("plain files", make)
