import { type Appearance, type Athlete, foldPerson, matchPlayers, PlayerId, TeamId } from "@daybook/attending"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"

const home = TeamId.make(1)
const away = TeamId.make(2)

const stored = (id: number, name: string, jersey: string, more: Partial<Appearance> = {}): Appearance => ({
  playerId: PlayerId.make(id),
  name,
  firstName: name.split(" ")[0] ?? "",
  lastName: name.split(" ").slice(1).join(" "),
  jersey,
  teamId: home,
  providerIds: [{ provider: "mlb", id: String(id) }],
  ...more,
})

const athlete = (id: string, name: string, jersey: string, more: Partial<Athlete> = {}): Athlete => ({
  id,
  name,
  firstName: "",
  lastName: "",
  jersey,
  teamId: undefined,
  ...more,
})

const pairs = (athletes: ReadonlyArray<Athlete>, players: ReadonlyArray<Appearance>) =>
  matchPlayers(athletes, players).map(({ athleteId, playerId }) => `${athleteId} is ${playerId}`)

describe("matching the players of a game", () => {
  const same: ReadonlyArray<readonly [Athlete, Appearance]> = [
    [athlete("a", "Jazz Chisholm Jr.", "13", { lastName: "Chisholm Jr." }), stored(1, "Jazz Chisholm", "13")],
    [athlete("a", "Jazz Chisholm Jr.", "13"), stored(1, "Jazz Chisholm Jr.", "13")],
    [athlete("a", "Jose Ramirez", "11"), stored(1, "José Ramírez", "11")],
    [athlete("a", "Elly De La Cruz", "44"), stored(1, "Elly De La Cruz", "44")],
    [athlete("a", "Pete Crow-Armstrong", "4"), stored(1, "Pete Crow-Armstrong", "4")],
    [athlete("a", "Travis d'Arnaud", "16", { lastName: "d'Arnaud" }), stored(1, "Travis D’Arnaud", "16")],
    [athlete("a", "Ken Griffey III", "", { lastName: "Griffey III" }), stored(1, "Ken Griffey", "24")],
    [athlete("a", "Al Salt", "7"), stored(1, "Al Salt", "")],
  ]
  for (const [one, other] of same) {
    it(`${one.name} (${one.jersey}) is ${other.name} (${other.jersey})`, () => {
      assert.deepStrictEqual(pairs([one], [other]), ["a is 1"])
    })
  }

  const different: ReadonlyArray<readonly [Athlete, Appearance]> = [
    [athlete("a", "Al Salt", "0"), stored(1, "Al Salt", "00")],
    [athlete("a", "Al Salt", "7"), stored(1, "Al Salt", "17")],
    [athlete("a", "Al Saltonstall", "7"), stored(1, "Al Salt", "7")],
    [athlete("a", "Al Salt", "7", { teamId: away }), stored(1, "Al Salt", "7")],
    [athlete("a", "Will Salt", ""), stored(1, "Al Salt", "7")],
    [athlete("a", "Luis Cruz", "44", { lastName: "Cruz" }), stored(1, "Elly De La Cruz", "44")],
  ]
  for (const [one, other] of different) {
    it(`${one.name} (${one.jersey}) is not ${other.name} (${other.jersey})`, () => {
      assert.deepStrictEqual(pairs([one], [other]), [])
    })
  }

  it("an ambiguous player on either side is not matched, unless the team decides", () => {
    const two = [stored(1, "Al Salt", "7"), stored(2, "Will Salt", "7", { teamId: away })]
    assert.deepStrictEqual(pairs([athlete("a", "Al Salt", "7")], two), [])
    assert.deepStrictEqual(pairs([athlete("a", "Al Salt", "7", { teamId: away })], two), ["a is 2"])
    const both = [athlete("a", "Al Salt", "7"), athlete("b", "Will Salt", "7")]
    assert.deepStrictEqual(pairs(both, [stored(1, "Al Salt", "7")]), [])
  })

  const Person = Schema.Struct({
    first: Schema.Literals(["Al", "Will", "José"]),
    last: Schema.Literals(["Salt", "Núñez Jr.", "De La Cruz"]),
    jersey: Schema.Literals(["", "0", "00", "7"]),
    atHome: Schema.Boolean,
  })

  it.prop(
    "matches every athlete to at most one player and every player at most one athlete, of one number and name",
    { athletes: Schema.Array(Person), players: Schema.Array(Person) },
    ({ athletes, players }) => {
      const known = players.map((one, index) =>
        stored(index + 1, `${one.first} ${one.last}`, one.jersey, { teamId: one.atHome ? home : away }),
      )
      const others = athletes.map((one, index) =>
        athlete(String(index), `${one.first} ${one.last}`, one.jersey, { teamId: one.atHome ? home : away }),
      )
      const matches = matchPlayers(others, known)
      assert.strictEqual(new Set(matches.map(({ playerId }) => playerId)).size, matches.length)
      assert.strictEqual(new Set(matches.map(({ athleteId }) => athleteId)).size, matches.length)
      for (const { athleteId, playerId } of matches) {
        const one = others.find(({ id }) => id === athleteId)
        const other = known.find((player) => player.playerId === playerId)
        assert.isTrue(one?.jersey === "" || other?.jersey === "" || one?.jersey === other?.jersey)
        assert.strictEqual(one?.teamId, other?.teamId)
        assert.strictEqual(
          foldPerson(one?.name ?? "")
            .split(" ")
            .at(-1),
          foldPerson(other?.name ?? "")
            .split(" ")
            .at(-1),
        )
      }
    },
  )
})
