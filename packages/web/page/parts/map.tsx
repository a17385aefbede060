import type { ComponentType } from "preact"
import { useEffect, useState } from "preact/hooks"
import { messages } from "../messages.ts"
import type { WorldMapProps } from "./map/worldMap.tsx"

export type { MapPoint } from "./map/clusters.ts"

let loaded: ComponentType<WorldMapProps> | undefined

/** A map of points and lines. Its code is loaded with the first one that is shown, and so are its outlines. */
export const MapOf = (props: WorldMapProps) => {
  const [WorldMap, setWorldMap] = useState(() => loaded)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    if (loaded !== undefined) return
    import("./map/worldMap.tsx").then(
      (module) => {
        loaded = module.default
        setWorldMap(() => module.default)
      },
      () => setFailed(true),
    )
  }, [])
  if (WorldMap !== undefined) return <WorldMap {...props} />
  if (failed) return <p class="quiet">{messages.states.update}</p>
  return (
    <div class="skeleton" role="status" aria-label={messages.states.loading}>
      <span style={{ height: `${props.height ?? 420}px` }} />
    </div>
  )
}
