import type { Answer } from "../../data/responses.ts"
import { useRead } from "../../data/useRead.ts"
import { itemPath } from "../../items.ts"
import { messages } from "../../messages.ts"
import { Shown } from "../../parts/notices/states.tsx"
import { type Address, withQuery } from "../../router.tsx"
import { SeenItemView } from "./one.tsx"

const { attending } = messages

const Team = ({ params }: Address) => {
  const id = encodeURIComponent(params["id"] ?? "")
  const path = `/v1/attending/teams/${id}`
  const read = useRead<Answer<"attending", "team">>(path)
  return (
    <div class="hue-attending">
      <Shown path={path} read={read} lines={8}>
        {(team) => (
          <SeenItemView
            one={team}
            lead={
              <a
                href={withQuery("/attending/seasons", {
                  league: team.event_type.replace(/_game$/, ""),
                }).slice(1)}
              >
                {attending.type(team.event_type)}
              </a>
            }
            narrowed={`team_id=${id}`}
            facts={[
              [attending.record, attending.recordOf(team.won, team.lost, team.tied)],
              [
                attending.homeVenue,
                team.home_venue === undefined ? undefined : (
                  <a href={itemPath("attending", { type: "venue", id: team.home_venue.id }).slice(1)}>
                    {team.home_venue.name}
                  </a>
                ),
              ],
            ]}
          />
        )}
      </Shown>
    </div>
  )
}

export default Team
