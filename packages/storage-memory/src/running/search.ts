import { searchableOf } from "@daybook/kernel"
import type { RunItem } from "@daybook/running"
import { countedRuns, itemOf, type Memory } from "./runs.ts"

/** The names beside a run's own. */
export const namesBeside = ({ city, gearName }: RunItem): string =>
  [gearName, city].filter((name) => name !== "").join(", ")

/** Runs as items that a search finds. */
export const runningSearch = (version: () => number, memory: Memory) =>
  searchableOf(version, {
    run: () =>
      countedRuns(memory)
        .filter(({ name }) => name !== "")
        .map((run) => {
          const item = itemOf(memory, run)
          return { id: item.id, title: item.name, subtitle: namesBeside(item), at: item.startedAt }
        }),
  })
