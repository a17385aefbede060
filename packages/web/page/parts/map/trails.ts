import { useMemo } from "preact/hooks"
import type { Answer } from "../../data/responses.ts"
import { useRead } from "../../data/useRead.ts"
import { boxAround } from "./view.ts"

/**
 * The owner's runs around some positions, but one of them, as the API has them and as trails of a map. `box` is the area,
 * "" for none; nothing is read for it.
 */
export const useTrails = (positions: ReadonlyArray<ReadonlyArray<number>>, except = "") => {
  const box = useMemo(() => boxAround(positions), [positions])
  const read = useRead<Answer<"running", "map">>(box === "" ? undefined : `/v1/running/map?bbox=${box}`)
  const runs = useMemo(() => read.data?.features.filter(({ id }) => id !== except) ?? [], [read.data, except])
  const trails = useMemo(
    () =>
      runs.map(({ geometry, id, properties: { name } }) => ({ id, name, coordinates: geometry.coordinates })),
    [runs],
  )
  return { box, runs, trails, isKnown: read.data !== undefined }
}
