import * as Context from "effect/Context"
import * as Aead from "effect/crypto/Aead"
import type * as CryptoError from "effect/crypto/CryptoError"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Effect from "effect/Effect"
import * as Base64 from "effect/encoding/Base64"
import * as Hex from "effect/encoding/Hex"
import * as Layer from "effect/Layer"
import type * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

const encoder = new TextEncoder()
const decoder = new TextDecoder()

const { nonceLength } = Aead.aes256Gcm

/** Seals secrets for storage, with AES-256-GCM and a random nonce (NIST SP 800-38D). */
export class Sealing extends Context.Service<
  Sealing,
  {
    /** Binds `purpose` in: a secret sealed for one purpose does not open for another. */
    readonly seal: (purpose: string, secret: Redacted.Redacted<string>) => Effect.Effect<string>
    /** None if it was sealed with another key or for another purpose, or was changed since. */
    readonly open: (
      purpose: string,
      sealed: string,
    ) => Effect.Effect<Option.Option<Redacted.Redacted<string>>>
  }
>()("daybook/sources/Sealing") {
  /** Takes a key of 64 hexadecimal characters; any other fails as `CryptoError`. */
  static readonly layer = (
    hexKey: Redacted.Redacted<string>,
  ): Layer.Layer<Sealing, CryptoError.CryptoError> =>
    Layer.effect(
      Sealing,
      Effect.gen(function* () {
        const aead = yield* Aead.Aead
        const random = yield* SecureRandom.SecureRandom
        const bytes = Result.getOrElse(Hex.decode(Redacted.value(hexKey)), () => new Uint8Array())
        const key = yield* Aead.key(Aead.aes256Gcm, bytes)
        return Sealing.of({
          seal: Effect.fnUntraced(function* (purpose, secret) {
            const nonce = yield* random.randomBytes(nonceLength)
            const sealed = yield* aead.encrypt(key, encoder.encode(Redacted.value(secret)), {
              nonce,
              aad: encoder.encode(purpose),
            })
            const both = new Uint8Array(nonceLength + sealed.length)
            both.set(nonce)
            both.set(sealed, nonceLength)
            return Base64.encode(both)
          }, Effect.orDie),
          open: (purpose, sealed) =>
            Effect.gen(function* () {
              const both = yield* Effect.fromResult(Base64.decode(sealed))
              const opened = yield* aead.decrypt(key, both.subarray(nonceLength), {
                nonce: both.subarray(0, nonceLength),
                aad: encoder.encode(purpose),
              })
              return Redacted.make(decoder.decode(opened))
            }).pipe(Effect.option),
        })
      }),
    ).pipe(Layer.provide(Aead.layerWebCrypto), Layer.provide(SecureRandom.layerWebCrypto))
}
