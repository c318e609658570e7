import type { Language } from '@cotation/domain'

/**
 * Speaks the digits of a CAPTCHA by formant synthesis (Klatt 1980, reduced): a buzz like that of the
 * vocal cords, or noise, passes through resonators at the frequencies of the mouth. Every voice
 * differs in pitch, size and speed.
 */
export const speechRate = 16_000

export interface Voice {
  /** The pitch of the voice. */
  pitchHz: number
  /** How much shorter the mouth is than that of a man: raises all formants. */
  formantScale: number
  /** 1 is a slow, clear voice; less is faster. */
  tempo: number
  /** Uniform in [0, 1); for the noise of consonants. */
  noise: () => number
}

/** What the mouth does for a moment. Frequencies in Hz, loudness from 0 to 1. */
interface Sound {
  ms: number
  formants: readonly [number, number, number]
  voiced: number
  /** Noise from the throat, shaped by the formants like a voice. */
  breath?: number
  /** Noise at the teeth or lips: loudness, middle and width of its band. */
  hiss?: readonly [loudness: number, centreHz: number, widthHz: number]
  /** Open to the nose. */
  isNasal?: boolean
}

/** Resonators in a row make vowels with a low first formant too quiet; this evens it out. */
const vowel = (ms: number, first: number, second: number, third: number): Sound => ({
  ms,
  formants: [first, second, third],
  voiced: Math.sqrt(740 / first),
})

const nasalVowel = (ms: number, first: number, second: number, third: number): Sound => ({
  ...vowel(ms, first, second, third),
  isNasal: true,
})

/** The mouth is closed before a plosive. */
const closure = (ms: number, formants: Sound['formants'], voiced = 0): Sound => ({ ms, formants, voiced })

const fricative = (ms: number, formants: Sound['formants'], hiss: Sound['hiss'], voiced = 0): Sound => ({
  ms,
  formants,
  voiced,
  ...(hiss && { hiss }),
})

const atTeeth = [320, 1700, 2600] as const
const atPalate = [300, 1800, 2300] as const
const atLips = [300, 900, 2300] as const

const s = (ms: number) => fricative(ms, atTeeth, [0.15, 5600, 1800])
const f = (ms: number) => fricative(ms, atLips, [0.3, 4500, 6000])
const tClosure = closure(70, atTeeth)
const tBurst = fricative(22, atTeeth, [0.6, 4200, 2500])
const kClosure = closure(75, atPalate)
const kBurst = fricative(28, atPalate, [0.7, 1900, 700])
const frenchR = (ms: number, voiced: number) => fricative(ms, [520, 1150, 2400], [0.22, 1250, 700], voiced)

/** From 1 to 6, in the sounds of each language. */
const words: Record<Language, readonly (readonly Sound[])[]> = {
  fr: [
    // un
    [nasalVowel(320, 600, 1300, 2400)],
    // deux
    [closure(70, atTeeth, 0.25), fricative(14, atTeeth, [0.3, 3500, 2500], 0.4), vowel(300, 350, 1500, 2150)],
    // trois
    [tClosure, tBurst, frenchR(70, 0.25), vowel(60, 320, 750, 2250), vowel(260, 740, 1300, 2500)],
    // quatre
    [kClosure, kBurst, vowel(190, 740, 1400, 2500), tClosure, tBurst, frenchR(110, 0.15), vowel(110, 420, 1400, 2300)],
    // cinq
    [s(150), nasalVowel(220, 640, 1450, 2500), kClosure, kBurst, fricative(50, atPalate, [0.12, 1900, 1200])],
    // six
    [s(150), vowel(170, 280, 2250, 3000), s(190)],
  ],
  en: [
    // one
    [
      vowel(80, 310, 640, 2200),
      vowel(170, 650, 1190, 2400),
      { ...vowel(150, 280, 1450, 2500), voiced: 0.55, isNasal: true },
    ],
    // two
    [
      tClosure,
      tBurst,
      { ms: 45, formants: [320, 1600, 2400], voiced: 0, breath: 0.5 },
      vowel(90, 320, 1250, 2250),
      vowel(200, 310, 900, 2250),
    ],
    // three
    [
      fricative(120, [320, 1400, 2600], [0.2, 6000, 5000]),
      vowel(80, 330, 1100, 1550),
      vowel(60, 300, 1900, 2500),
      vowel(210, 280, 2250, 3000),
    ],
    // four
    [f(130), vowel(200, 560, 840, 2400), vowel(160, 450, 1250, 1600)],
    // five
    [f(120), vowel(160, 740, 1200, 2450), vowel(130, 400, 1950, 2550), fricative(100, atLips, [0.12, 4500, 6000], 0.4)],
    // six
    [s(140), vowel(130, 410, 1950, 2550), kClosure, kBurst, s(170)],
  ],
}

/** The samples of a spoken digit, from -1 to 1. */
export function speakDigit(digit: string, language: Language, voice: Voice): Float32Array {
  const word = words[language][Number(digit) - 1]
  if (!word) throw new Error(`no word for the digit ${digit}`)

  return speak(word, voice)
}

/** Sounds glide into each other within this time, as a tongue needs it too. */
const glideMs = 45
const fadeMs = 12

function speak(word: readonly Sound[], voice: Voice): Float32Array {
  const samplesOf = (ms: number) => Math.round((ms * voice.tempo * speechRate) / 1000)
  const starts = startsOf(word.map(({ ms }) => samplesOf(ms)))
  const count = starts.at(-1) ?? 0

  const spoken = new Float32Array(count)
  const mouth = new Mouth(voice)
  const fade = samplesOf(fadeMs)

  let current = 0
  for (let i = 0; i < count; i++) {
    while (i >= (starts[current + 1] ?? count)) current++
    const sound = word[current] as Sound
    const before = word[current - 1] ?? sound
    const sinceStart = i - (starts[current] ?? 0)

    const glide = Math.min(1, sinceStart / samplesOf(glideMs))
    const swell = Math.min(1, sinceStart / fade)
    const edge = Math.min(1, i / fade, (count - i) / (3 * fade))
    spoken[i] = edge * mouth.next({ before, sound, glide, swell, done: i / count })
  }

  return levelled(spoken)
}

function startsOf(lengths: readonly number[]): number[] {
  const starts = [0]
  for (const length of lengths) starts.push((starts.at(-1) ?? 0) + length)
  return starts
}

/** Scales all words to the same peak, because resonances make some louder. */
function levelled(samples: Float32Array): Float32Array {
  const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 1e-6)
  return samples.map((sample) => (0.9 * sample) / loudest)
}

interface Moment {
  before: Sound
  sound: Sound
  /** How far the formants have moved from the sound before (0) to this one (1). */
  glide: number
  /** How far the loudness has, which is faster. */
  swell: number
  /** The share of the word that is spoken so far. */
  done: number
}

/** Consonants are much quieter than vowels. */
const hissLevel = 0.035

const breathLevel = 0.1
const nasalShare = 0.45

const loudnessOf = ({ voiced, breath = 0, hiss, isNasal = false }: Sound) => ({
  voiced,
  breath,
  nasal: Number(isNasal),
  hiss: hiss?.[0] ?? 0,
})

/** The mouth changes its shape in steps of this many samples. */
const stepSamples = 32

class Mouth {
  readonly #voice: Voice
  readonly #resonators = [new Resonator(), new Resonator(), new Resonator(), new Resonator(), new Resonator()]
  readonly #nose = new Resonator()
  readonly #hiss = new Resonator()
  #loudness = { voiced: 0, breath: 0, nasal: 0, hiss: 0 }
  #phase = 0
  #flow = 0
  #samples = 0

  constructor(voice: Voice) {
    this.#voice = voice
  }

  next(moment: Moment): number {
    if (this.#samples % stepSamples === 0) this.#shape(moment)
    this.#samples++

    const noise = 2 * this.#voice.noise() - 1
    const buzz = this.#buzz(moment.done) * this.#loudness.voiced
    let voiced = buzz + breathLevel * noise * this.#loudness.breath
    for (const resonator of this.#resonators) voiced = resonator.filter(voiced)

    const nasal = nasalShare * this.#loudness.nasal
    const hissed = this.#hiss.filter(noise) * this.#loudness.hiss
    return (1 - nasal) * voiced + nasal * this.#nose.filter(buzz) + hissLevel * hissed
  }

  /** The flow of air through the vocal cords and the lips: falls sharply once per period. */
  #buzz(done: number): number {
    const pitch = this.#voice.pitchHz * (1.12 - 0.28 * done)
    this.#phase = (this.#phase + pitch / speechRate) % 1

    const open = 0.6
    const flow = this.#phase < open ? (this.#phase / open) ** 2 * (1 - this.#phase / open) * 6.75 : 0
    const change = flow - this.#flow
    this.#flow = flow
    return change
  }

  #shape({ before, sound, glide, swell }: Moment): void {
    const from = loudnessOf(before)
    const to = loudnessOf(sound)
    this.#loudness = {
      voiced: from.voiced + (to.voiced - from.voiced) * swell,
      breath: from.breath + (to.breath - from.breath) * swell,
      nasal: from.nasal + (to.nasal - from.nasal) * swell,
      hiss: from.hiss + (to.hiss - from.hiss) * swell,
    }

    const { formantScale } = this.#voice
    const widths = sound.isNasal ? [160, 170, 220] : [70, 90, 140]

    for (let i = 0; i < 3; i++) {
      const last = before.formants[i] ?? 0
      const next = sound.formants[i] ?? 0
      this.#resonators[i]?.tune((last + (next - last) * glide) * formantScale, widths[i] ?? 100)
    }
    this.#resonators[3]?.tune(3500 * formantScale, 250)
    this.#resonators[4]?.tune(4500 * formantScale, 300)
    this.#nose.tune(270, 100)

    const [, centreHz, widthHz] = sound.hiss ?? before.hiss ?? [0, 4000, 2000]
    this.#hiss.tune(Math.min(centreHz * Math.sqrt(formantScale), 7000), widthHz)
  }
}

/** Two poles (Klatt 1980, equation 2): amplifies the frequencies around its own. */
class Resonator {
  #input = 1
  #last = 0
  #beforeLast = 0
  #y1 = 0
  #y2 = 0

  tune(hertz: number, widthHz: number): void {
    const radius = Math.exp((-Math.PI * widthHz) / speechRate)
    this.#beforeLast = -radius * radius
    this.#last = 2 * radius * Math.cos((2 * Math.PI * hertz) / speechRate)
    this.#input = 1 - this.#last - this.#beforeLast
  }

  filter(sample: number): number {
    const y = this.#input * sample + this.#last * this.#y1 + this.#beforeLast * this.#y2
    this.#y2 = this.#y1
    this.#y1 = y
    return y
  }
}
