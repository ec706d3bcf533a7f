/** Rows of faults, and after the arrow the beginnings of the ids of rules; an indented line goes on with the row above. */
const table = `
account/aliases-differ account/tools-surcharge > service/balance-parts
account/balance-falls-free account/history-new-ids last/models-cost small/charged-401 small/charged-reads >
  keys/no-points-balance-again
account/balance-frozen small/flat-price small/stale-balance > keys/no-points-balance
account/balance-rises > keys/no-points-balance service/balance-steady
account/history-double > account/history-length account/limit-over-100
account/messages-cost-nothing > service/nothing-else-charged service/costs
account/no-bots account/no-messages small/429-billed > service/nothing-else-charged keys/no-points-balance-again
account/no-pair > service/retry-transient keys/no-permission-history keys/no-points-history
  keys/no-points-history-again
account/refused-cost > account/history-ordered account/history-length account/limit-over-100 service/history-stays
account/same-time > service/history-stays
account/unseen-bots > service/request-ids
account/unseen-streamed-responses > responses/structured/status
bots/any-key > keys/revoked-bots keys/no-key-bots
bots/made-by-users-missing > bots/refused/wrong-key keys/revoked-bots keys/no-permission-bots keys/no-points-bots
  keys/no-key-bots
charging/plain-twice small/charged-twice small/entered-twice > account/history-pages
chat-stream/after-done chat-stream/loses-piece chat-stream/swaps-pieces > chat/stream
chat-stream/cumulative chat-stream/repeats-piece > chat/stream chat/stream-usage
chat-stream/lines > service/stream-fields
chat-stream/mojibake last/tools-lost small/splits-letters small/usage-after-done > chat/tools-result
chat-stream/no-blank-line chat-stream/not-utf8 > chat/stream-usage chat/tools-result chat/stop-stream
  chat/streams-short
chat-stream/plain > chat/ids-unique
chat-stream/refusal-as-event > chat/refused/no-key chat/refused/temperature-under-0 keys/no-points
  keys/revoked-stream limit/chat
chat-stream/refusal-inside > chat/refused/no-key chat/refused/temperature-under-0 keys/no-points keys/revoked-stream
  keys/no-permission-stream limit/chat
chat/compressed chat/cut-json chat/empty-body chat/empty-choices chat/finish-null chat/html chat/latin1
  chat/no-choices chat/no-finish small/finish-always-length small/garbage > chat/stop
chat/max-tokens-ignored > account/cost-is-price chat/stream-usage chat/reply/as-asked chat/stream/text
chat/remaining-over-limit > service/remaining-falls
chat/status-201 chat/status-500 chat/streams-unasked > chat/limited chat/stop
chat/usage-constant > account/cost-is-price chat/stream-usage chat/reply chat/limited chat/usage-grows
chat/usage-negative > service/other-model-cost service/costs account/cost-is-price chat/limited chat/stream-usage
chat/usage-zero > account/cost-is-price chat/reply chat/limited chat/stream-usage
dense/cached > chat/stream/text chat/usage-grows account/
dense/escaped dense/one-line > chat/stream/text
dense/lines-lost > chat/stream-usage/as-asked
dialect/messages-other-model messages/chat-form messages/chat-stop-reason messages/empty-content messages/no-content
  messages/no-stop-reason messages/stop-null messages/usage-text > messages/tools service/reply-models
dialect/messages-stream-other-model dialect/responses-other-model dialect/responses-stream-other-model
  last/other-model-name > service/reply-models
dialect/messages-tools-dropped > messages/refused/wrong-type-tool
dialect/responses-tools-lost-input responses-stream/output-index-0 > responses/structured/events
errors/as-200 > service/all-entered models/refused/wrong-key models/refused/no-key account/ responses/
  videos/refused/ files/refused/missing-file files/refused/wrong-key files/upload bots/stream bots/refused/ keys/
  service/unknown-path service/wrong-method service/nothing-else-charged limit/
errors/as-500 > account/page-odd account/limit-over-100 account/cursor-unknown service/unasked
errors/bad-request-type last/reads-entered > account/limit-over-100
errors/bare errors/code-null errors/code-number errors/detail errors/empty errors/list errors/no-code
  errors/no-message errors/no-type errors/string > models/refused/wrong-key account/refused/ keys/revoked
  keys/no-permission keys/no-points limit/refused/members
errors/html > models/refused/wrong-key account/refused/ keys/revoked keys/no-permission keys/no-points
  limit/refused/media-type limit/refused/headers limit/refused/retry-after service/unknown-path service/wrong-method
errors/key-as-400 > models/refused/wrong-key models/refused/no-key account/refused/ chat/refused/ keys/revoked
  keys/revoked-models keys/revoked-balance
errors/key-as-403 > models/refused/no-key account/refused/ chat/refused/ keys/revoked keys/revoked-models
  keys/revoked-balance
errors/key-code errors/key-type > models/refused/wrong-key account/refused/ keys/revoked
errors/messages-model-as-400 > messages/refused/streamed messages/refused/foreign-model
errors/messages-no-message > keys/revoked-messages keys/no-points-messages limit/messages
errors/messages-plain > limit/messages
errors/model-503 service/options-500 > service/unasked
errors/model-as-404 > chat/refused/streamed chat/refused/streamed-empty-model
errors/range-code > chat/refused/temperature-under-0 chat/refused/streamed-temperature-over-2
  chat/refused/temperature-negative
errors/text > models/refused/wrong-key account/refused/ keys/revoked keys/no-permission keys/no-points
  limit/refused/media-type service/unknown-path service/wrong-method
files/any-key > keys/no-key-files keys/revoked-files
files/dead-address > files/second/own-address
gateway/429-page gateway/503-often gateway/503-page > limit/ service/
gateway/gzip-stream-unnamed small/gzip-unnamed small/gzip-untrue > chat/stream-usage/ service/stream-fields
gateway/one-at-a-time > service/refused-with-some-left
gateway/query-lost last/limit-unheeded > account/history-limit
keys/after-the-body > chat/refused/nearly-right-key
keys/any > models/refused/wrong-key account/refused/wrong-key-current-balance
  account/refused/wrong-key-points-history chat/refused/ keys/ limit/refused
keys/any-account > account/refused/no-key keys/revoked-balance keys/no-points-balance limit/
keys/any-history > limit/soon service/own-history account/refused/bare-key keys/no-key-history keys/revoked-history
keys/messages-any > messages/refused/no-key messages/refused/own-header-wrong-key keys/revoked-messages
  keys/no-permission-messages keys/no-points-messages limit/messages limit/untouched service/refused-not-entered
keys/nearly > models/refused/wrong-key account/refused/wrong-key-current-balance chat/refused/streamed-wrong-key
keys/no-points-no-balance > keys/no-points-history keys/no-points-history-again keys/no-points-models
keys/none-needed > chat/refused/key-in-query chat/refused/streamed-no-key
keys/none-needed-account keys/none-needed-history > keys/no-key-history
last/counts-five > chat/usage-grows chat/stream-usage chat/one-token chat/reply chat/limited service/
  account/cost-is-price
last/cursor-unknown-500 last/odd-page-500 > account/cursor-unknown
last/forbidden-entered last/refused-entered > account/page-after-end
last/large-500 > service/large-body
last/large-cut > chat/usage-grows
last/letters-dropped last/letters-lost > chat/stream/as-asked chat/stream-usage/as-asked
last/letters-escaped last/letters-four-bytes last/letters-misread > chat/reply chat/stream
last/limit-101 > account/limit-over-100/refused
last/max-tokens-wanted last/takes-streamed-no-key last/type-streamed provider/cache-before-key-chat >
  chat/refused/no-key
last/other-model-cost provider/rerouted > service/costs
last/page-two-limit > account/page-after-end service/history-age
last/pair-empty > service/all-entered
last/revoked-as-events > chat/refused/no-key service/stream-fields chat/refused/streamed-wrong-key
  chat/refused/streamed-no-key
last/stop-no-end > chat/tools-result/events
last/stream-cost > service/costs keys/no-points-balance-again
last/stream-entry > service/entry-names
last/system-dropped > chat/stream-usage chat/reply
last/takes-streamed-missing-model > chat/refused/streamed-null-model
last/together-500 > chat/streams-short service/concurrent-calls
messages-stream/after-stop messages-stream/done messages-stream/loses-piece messages-stream/no-stop-reason >
  messages/tools-stream messages/stop-stream
messages-stream/counts-none messages-stream/stops messages/system-dropped > messages/stream
messages-stream/stop-made-up > messages/tools-stream/call
messages/end-as-stop > service/message-words
messages/max-tokens > service/costs messages/reply messages/stream
messages/max-tokens-ignored > messages/reply messages/stream
messages/system-blocks > messages/stream/status
messages/usage-zero > messages/short/prompt-counted messages/tools service/costs
models/dead > chat/stream chat/limited
models/points-negative > models/list/schema account/cost-is-price
models/points-per-thousand models/prices-per-thousand > models/list/per-token
models/price-of-a-million > account/entry-usd
models/retired-listed > service/listed-models
provider/cache-before-key-messages > messages/refused/own-header-wrong-key
provider/long-page > service/large-body service/unasked-json
provider/prompt-constant > account/cost-is-price chat/tools-stream/pictures-counted chat/stream-usage/as-plain
rate/as-400 rate/as-403 > service/retry-transient
rate/history-free > limit/
rate/no-retry-after rate/retry-after-date rate/retry-after-negative rate/retry-after-words > limit/refused/headers
rate/reads-free > limit/refused/low
requests/broken-json-500 > chat/refused/empty-body
requests/max-tokens-text > chat/refused/streamed-quoted-max-tokens
requests/messages-foreign-model > messages/refused/streamed
requests/messages-no-max-tokens requests/messages-temperature videos/no-prompt > service/refused-not-entered
requests/no-content > chat/refused/streamed-missing-content chat/refused/streamed-null-content
requests/no-messages > chat/refused/streamed-missing-messages
requests/no-model > chat/refused/streamed-missing-model
requests/responses-reasoning-refused > responses/tools-stream/status
requests/responses-search-ignored responses-stream/last-without-items responses/same-id > responses/structured
requests/stream-ignored > chat/refused/wrong-type-stream chat/refused/wrong-type-number-stream
  chat/refused/quoted-stream
requests/stream-text > chat/refused/quoted-stream
requests/temperature-0-refused > chat/one-token chat/streams-short
requests/temperature-3 > chat/refused/streamed-temperature-over-2
requests/temperature-below > chat/refused/temperature-negative
requests/text-messages > chat/refused/streamed-wrong-type-messages
requests/unknown-model > account/free-calls chat/refused/streamed chat/reply/finish
requests/unknown-path-200 > service/all-entered account/ responses/ videos/refused/ files/refused/missing-file
  files/refused/wrong-key files/upload bots/stream bots/refused/ keys/ service/nothing-else-charged
requests/unknown-path-500 > account/balance account/usage-history
requests/unknown-refused > chat/reply/status chat/stream/status chat/streams-short
responses-stream/cut-completed > responses/stream/as-asked
responses-stream/ends-empty > responses/structured responses/tools-stream/last-has-items
responses-stream/id-changes > responses/structured/status responses/ids-unique
responses-stream/max-tokens > responses/stream/text-counted
responses-stream/usage-other > responses/tools-stream/prompt-counted responses/structured
responses/cut-completed > responses/reply/as-asked
responses/max-tokens > responses/reply/text-counted
service/redirect > chat/stream chat/limited chat/stop chat/tools
service/remaining-stays > service/rate-headers
small/always-more > account/page-size account/page-after-end
small/balance-204 > keys/no-points-balance limit/refused keys/no-points-balance-again keys/no-permission-balance
small/charged-4xx > limit/untouched keys/no-points-balance-again
small/forgets > chat/stream-usage chat/reply chat/limited
small/limit-early > responses/refused/wrong-key responses/refused/no-key videos/refused/ files/refused/wrong-key
  bots/refused/wrong-key keys/ service/unasked
small/loses-entries > service/entry-models
small/max-tokens-in-streams > chat/refused/streamed-zero-max-tokens chat/refused/streamed-quoted-max-tokens
small/no-turns > chat/reply/status chat/stream/status chat/refused/ chat/streams-short
small/not-gzip > models/list/any-accept
small/one-more > account/limit-zero account/limit-over-100
small/prefix-models > account/free-calls chat/refused/streamed
small/status-202 > keys/no-points-models keys/no-permission-models
small/type-is-code > models/refused/wrong-key account/refused/ keys/revoked keys/no-points limit/refused/type
  limit/refused/code
small/usage-under > chat/reply service/other-model-cost
requests/responses-text-refused > responses/refused/ responses/structured/status
dialect/messages-counts-constant > service/costs
videos/not-made > videos/created/status
videos/any-key > videos/refused/ keys/
videos/unknown-200 > videos/refused/other-accounts-key
`;

const rows = table
  .trim()
  .split(/\n(?! )/)
  .map((row) => row.split(" >").map((part) => part.trim().split(/\s+/)));

/**
 * The findings of a fault beside those of the rules that have to find it (`by`), by beginnings of rule ids: a deployment that answers
 * with a wrong status breaks more than one rule. Whatever else it finds fails the test of that fault.
 */
export const consequences: Record<string, string[]> = Object.fromEntries(
  rows.flatMap(([faults = [], brought = []]) => faults.map((id) => [id, brought])),
);
