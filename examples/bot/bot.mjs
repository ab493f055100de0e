// @ts-check
// Plays random moves: BOT_TOKEN=… node bot.mjs URL GAME [PLAYER]. It challenges the
// player, or makes an open offer, and accepts every challenge.
import { argv, env } from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { Kydai } from '../../clients/ts/kydai.mjs'

const [url = '', game = '', to] = argv.slice(2)
const api = new Kydai(url, { token: env.BOT_TOKEN })

/** @param {import('../../clients/ts/kydai.mjs').BotEvent} event */
async function answer({ t, match, offer }) {
  if (t === 'challenge' && offer) await api.acceptOffer(offer.id)
  if (t === 'turn' && match) {
    const move = match.legal[Math.floor(Math.random() * match.legal.length)]
    await api.playMove(match.id, { ply: match.ply, code: move.code })
  }
  if (t === 'ended' && match) console.error('ended:', match.id, match.result)
}

await api.makeOffer({ game, clock: '3+2', to, open: !to })
for (;;) {
  // After a lost connection, open the stream again. It begins with the matches in progress.
  try {
    for await (const event of api.botStream()) await answer(event).catch(console.error)
  } catch (e) {
    console.error('listening again:', e)
  }
  await sleep(1000)
}
