import { withStoreOverrides } from "@daybook/kernel"
import { RunStore } from "@daybook/running"
import * as Shared from "@daybook/storage-sql/running"
import { domainLayer } from "../parts.ts"
import { migrateRunning } from "./migrations.ts"

const days = { table: "running_zone", work: "finding the days of runs", find: Shared.findDays }

/** The store of running in SQL, with its tables. */
export const layer = withStoreOverrides(domainLayer(RunStore, "running", migrateRunning, { ...Shared, days }))
