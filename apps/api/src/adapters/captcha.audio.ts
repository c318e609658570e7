import type { Language } from '@cotation/domain'
import { speakDigit, speechRate } from './captcha.speech.ts'
import { assertCaptchaAnswer, type Random } from './captcha.ts'

const headerBytes = 44

/** Loudness of the murmur of voices behind the digits: fills the pauses, and is easy to ignore. */
const murmurLoudness = 0.13
const hissLoudness = 0.02

/**
 * The digits, spoken in a language, for people who cannot see the image. Each has a voice, pitch and
 * speed of its own. Other voices murmur in the background, so that a program cannot find the digits
 * by their loudness. WAV, 16 kHz, 8 bits, mono.
 */
export function captchaAudio(answer: string, language: Language, random: Random): Buffer {
  assertCaptchaAnswer(answer)

  const within = (from: number, to: number) => from + (to - from) * random()
  const noise = createNoise(random)
  const spoken = [...answer].map((digit) => speakDigit(digit, language, aVoice(within, noise)))

  const pauses = spoken.map(() => Math.round(within(0.35, 0.6) * speechRate))
  const lengths = spoken.map((word, i) => word.length + (pauses[i] ?? 0))
  const start = Math.round(within(0.3, 0.7) * speechRate)
  const sound = new Float32Array(start + lengths.reduce((sum, length) => sum + length, 0))

  let at = start
  for (const [i, word] of spoken.entries()) {
    mix(sound, word, at, within(0.65, 0.8))
    at += lengths[i] ?? 0
  }
  addMurmur(sound, spoken, within)

  const data = Buffer.alloc(sound.length)
  for (let i = 0; i < sound.length; i++) {
    const heard = (sound[i] ?? 0) + hissLoudness * (2 * noise() - 1)
    data[i] = Math.round(128 + 127 * Math.max(-1, Math.min(1, heard)))
  }
  return Buffer.concat([wavHeader(data.length), data])
}

type Within = (from: number, to: number) => number

/** From a deep to a high voice. Small mouths belong to high voices. */
function aVoice(within: Within, noise: () => number) {
  const height = within(0, 1)
  return {
    pitchHz: 95 + 115 * height,
    formantScale: 0.97 + 0.18 * height + within(-0.03, 0.03),
    tempo: within(0.95, 1.25),
    noise,
  }
}

/**
 * The same words backwards and at another speed: they have the spectrum of speech, but no sense.
 * They overlap, so that there is no silence.
 */
function addMurmur(sound: Float32Array, spoken: readonly Float32Array[], within: Within): void {
  const stepSamples = 0.16 * speechRate
  for (let at = 0; at < sound.length; at += within(0.6, 1.4) * stepSamples) {
    const word = spoken[Math.floor(within(0, spoken.length))]
    if (word) mix(sound, backwards(word, within(0.75, 1.35)), Math.round(at), murmurLoudness * within(0.7, 1.2))
  }
}

function backwards(word: Float32Array, speed: number): Float32Array {
  const turned = new Float32Array(Math.floor(word.length / speed))
  for (let i = 0; i < turned.length; i++) turned[i] = word[word.length - 1 - Math.floor(i * speed)] ?? 0
  return turned
}

function mix(sound: Float32Array, word: Float32Array, at: number, loudness: number): void {
  const count = Math.min(word.length, sound.length - at)
  for (let i = 0; i < count; i++) sound[at + i] = (sound[at + i] ?? 0) + loudness * (word[i] ?? 0)
}

/** A fast generator: 100,000 numbers of a secure one would block the server for 100 ms. */
function createNoise(random: Random): () => number {
  let state = Math.floor(random() * 2 ** 32)
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

function wavHeader(dataBytes: number): Buffer {
  const header = Buffer.alloc(headerBytes)
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(headerBytes - 8 + dataBytes, 4)
  header.write('WAVEfmt ', 8, 'latin1')
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(speechRate, 24)
  header.writeUInt32LE(speechRate, 28)
  header.writeUInt16LE(1, 32)
  header.writeUInt16LE(8, 34)
  header.write('data', 36, 'latin1')
  header.writeUInt32LE(dataBytes, 40)

  return header
}
