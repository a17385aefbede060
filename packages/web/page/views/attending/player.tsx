import type { Answer } from "../../data/responses.ts"
import { useRead } from "../../data/useRead.ts"
import { itemPath } from "../../items.ts"
import { messages } from "../../messages.ts"
import { Bars } from "../../parts/charts/bars.tsx"
import { Shown } from "../../parts/notices/states.tsx"
import type { Address } from "../../router.tsx"
import { PlayerSeasons } from "./playerSeasons.tsx"
import { SeenItemView } from "./one.tsx"

const { attending } = messages

const Player = ({ params }: Address) => {
  const id = encodeURIComponent(params["id"] ?? "")
  const path = `/v1/attending/players/${id}`
  const read = useRead<Answer<"attending", "player">>(path)
  return (
    <div class="hue-attending">
      <Shown path={path} read={read} lines={8}>
        {(player) => (
          <SeenItemView one={player} lead={messages.search.type("player")} narrowed={`player_id=${id}`}>
            {player.teams.length === 0 ? undefined : (
              <section>
                <h2>{attending.teamsOf}</h2>
                <Bars
                  bars={player.teams.map((team) => ({
                    name: team.name,
                    value: team.times_seen,
                    said: attending.gamesOf(team.times_seen),
                    to: itemPath("attending", { type: "team", id: team.id }),
                  }))}
                />
              </section>
            )}
            <PlayerSeasons seasons={player.seasons} />
          </SeenItemView>
        )}
      </Shown>
    </div>
  )
}

export default Player
