import {
  type AssistantId,
  AssistantToken,
  AuthorizationCode,
  ConnectedAssistant,
  type NewTokens,
  OAuthClient,
  OAuthStore,
  type SweepLimits,
  TokenHolder,
} from "@daybook/access"
import type { EpochMillis, PageRequest } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { mustFind } from "../mustFind.ts"
import { pageOf } from "../paging.ts"
import type { Sql, Write } from "../sql.ts"
import { described } from "../table.ts"
import { touch } from "./touch.ts"

const clients = described("oauth_clients", OAuthClient)
const codes = described("oauth_codes", AuthorizationCode)
const assistants = described("assistants", ConnectedAssistant, { id: { generated: true } })

const tokens = described("oauth_tokens", AssistantToken)
const holders = described("assistants", TokenHolder)

/** Makes the function that inserts the tokens of an assistant. */
const insertingTokens = ({ sql, tableOf }: Sql) => {
  const token = tableOf(tokens)

  const insertTokens = (id: AssistantId, clientId: string, tokens: NewTokens) => {
    const rows = [
      { hash: tokens.accessHash, kind: "access", expiresAt: tokens.accessUntil },
      { hash: tokens.refreshHash, kind: "refresh", expiresAt: tokens.refreshUntil },
    ] as const
    return Effect.forEach(
      rows,
      ({ hash, ...row }) =>
        sql`insert into oauth_tokens ${sql.insert({ ...token.record({ ...row, assistantId: id, clientId }), hash })}`,
      { discard: true },
    )
  }

  return insertTokens
}

/** The codes of authorization. */
const codesIn = (database: Sql) => {
  const { instant, read, sql, tableOf, transaction } = database
  const [code, assistant] = [tableOf(codes), tableOf(assistants)]
  const insertTokens = insertingTokens(database)

  return {
    insertCode: Effect.fn("OAuthStore.insertCode")(function* (
      hash: string,
      one: Omit<AuthorizationCode, "assistantId">,
    ) {
      yield* sql`insert into oauth_codes ${sql.insert({ ...code.record(one), hash })}`
    }, transaction),

    findCode: Effect.fn("OAuthStore.findCode")(function* (hash: string) {
      const rows = yield* sql`select ${code.columns} from oauth_codes where hash = ${hash}`
      return Option.fromUndefinedOr(code.read(rows)[0])
    }, read),

    useCode: Effect.fn("OAuthStore.useCode")(function* (hash: string, tokens: NewTokens, at: EpochMillis) {
      // The update that takes no row changes nothing, but waits for a concurrent one: two uses have one winner.
      const taken = yield* sql`update oauth_codes set used_at = ${instant(at)}
        where hash = ${hash} and used_at is null returning ${code.columns}`
      const used = code.read(taken)[0]
      if (used === undefined) return Option.none()
      const values = assistant.record({ ...used, createdAt: at, lastUsedAt: undefined })
      const rows = yield* sql`insert into assistants ${sql.insert(values)} returning ${assistant.columns}`
      const connected = mustFind(assistant.read(rows)[0], "assistant", used.name)
      yield* sql`update oauth_codes set assistant_id = ${connected.id} where hash = ${hash}`
      yield* insertTokens(connected.id, used.clientId, tokens)
      return Option.some(connected)
    }, transaction),
  }
}

/** The tokens of assistants. */
const tokensIn = (database: Sql, write: Write) => {
  const { instant, read, sql, tableOf, transaction } = database
  const [token, holder, assistant] = [tableOf(tokens), tableOf(holders), tableOf(assistants)]
  const insertTokens = insertingTokens(database)

  const findAssistant = Effect.fnUntraced(function* (id: number) {
    const rows = yield* sql`select ${assistant.columns} from assistants where id = ${id}`
    return mustFind(assistant.read(rows)[0], "assistant", String(id))
  })

  return {
    findToken: Effect.fn("OAuthStore.findToken")(function* (hash: string) {
      const rows = yield* sql`select ${token.columns} from oauth_tokens where hash = ${hash}`
      return Option.fromUndefinedOr(token.read(rows)[0])
    }, read),

    rotate: Effect.fn("OAuthStore.rotate")(function* (
      hash: string,
      tokens: NewTokens,
      at: EpochMillis,
      graceSince: EpochMillis,
    ) {
      const rows = yield* sql`update oauth_tokens set spent_at = coalesce(spent_at, ${instant(at)})
        where hash = ${hash} and kind = 'refresh' and expires_at > ${instant(at)}
          and (spent_at is null or spent_at >= ${instant(graceSince)}) returning ${token.columns}`
      const old = token.read(rows)[0]
      if (old === undefined) return Option.none()
      yield* insertTokens(old.assistantId, old.clientId, tokens)
      return Option.some(yield* findAssistant(old.assistantId))
    }, transaction),

    find: Effect.fn("OAuthStore.find")(function* (hash: string) {
      const rows = yield* sql`select ${holder.columns} from (
          select assistants.*, oauth_tokens.expires_at from assistants
          join oauth_tokens on oauth_tokens.assistant_id = assistants.id
          where oauth_tokens.hash = ${hash} and oauth_tokens.kind = 'access'
        ) as held`
      return Option.fromUndefinedOr(holder.read(rows)[0])
    }, read),

    removeToken: Effect.fn("OAuthStore.removeToken")((hash: string) =>
      Effect.asVoid(write(sql`delete from oauth_tokens where hash = ${hash}`)),
    ),
  }
}

/** Clients, codes, connected assistants and their tokens. */
export const oauthStore = (database: Sql, write: Write) => {
  const { instant, read, sql, tableOf, transaction } = database
  const client = tableOf(clients)
  const assistant = tableOf(assistants)

  return OAuthStore.of({
    saveClient: Effect.fn("OAuthStore.saveClient")(function* (one: OAuthClient) {
      yield* sql`insert into oauth_clients ${sql.insert(client.record(one))}
        on conflict (id) do update set name = excluded.name, redirect_uris = excluded.redirect_uris,
          consented_at = coalesce(excluded.consented_at, oauth_clients.consented_at)`
    }, transaction),

    findClient: Effect.fn("OAuthStore.findClient")(function* (id: string) {
      const rows = yield* sql`select ${client.columns} from oauth_clients where id = ${id}`
      return Option.fromUndefinedOr(client.read(rows)[0])
    }, read),

    ...codesIn(database),
    ...tokensIn(database, write),

    end: Effect.fn("OAuthStore.end")((id: AssistantId) =>
      write(
        Effect.andThen(
          sql`delete from oauth_tokens where assistant_id = ${id}`,
          Effect.map(sql`delete from assistants where id = ${id} returning id`, (rows) => rows.length > 0),
        ),
      ),
    ),

    list: Effect.fn("OAuthStore.list")(
      (page: PageRequest) => pageOf(sql, assistant, sql`assistants`, sql`id`, page),
      read,
    ),

    touch: Effect.fn("OAuthStore.touch")((uses: ReadonlyMap<AssistantId, EpochMillis>) =>
      touch(database, "assistants", uses),
    ),

    sweep: Effect.fn("OAuthStore.sweep")(function* ({ expired, most, stale, unused }: SweepLimits) {
      yield* sql`delete from oauth_tokens where expires_at < ${instant(expired)}`
      yield* sql`delete from oauth_codes where expires_at < ${instant(expired)}`
      yield* sql`delete from assistants
        where not exists (select 1 from oauth_tokens where assistant_id = assistants.id)`
      yield* sql`delete from oauth_clients where consented_at < ${instant(unused)}
        and not exists (select 1 from assistants where client_id = oauth_clients.id)`
      yield* sql`delete from oauth_clients where consented_at is null and (created_at < ${instant(stale)}
        or id not in (select id from oauth_clients where consented_at is null
          order by created_at desc, id limit ${most}))`
    }, transaction),
  })
}
