import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { decodeCaptchaAudio } from '#test/captcha-audio.ts'
import { captchaAudio } from './captcha.audio.ts'
import { captchaHeight, captchaImage, captchaWidth } from './captcha.image.ts'
import { speakDigit, speechRate } from './captcha.speech.ts'
import { captchaAnswer, secureRandom, seededRandom } from './captcha.ts'

const seeds = Array.from({ length: 40 }, (_, index) => `seed ${index}`)

describe('the CAPTCHA answer', () => {
  test('has five digits from 1 to 6 and is reproducible by its seed', () => {
    const answers = seeds.map((seed) => captchaAnswer(seededRandom(seed)))
    for (const answer of answers) expect(answer).toMatch(/^[1-6]{5}$/)
    expect(new Set(answers.join(''))).toEqual(new Set('123456'))
    expect(seeds.map((seed) => captchaAnswer(seededRandom(seed)))).toEqual(answers)
    expect(new Set(answers).size).toBeGreaterThan(30)
  })

  test('is valid at both ends of the random range', () => {
    expect(captchaAnswer(() => 0)).toBe('11111')
    expect(captchaAnswer(() => 1 - 2 ** -32)).toBe('66666')
  })

  test('is valid with the secure source', () => {
    expect(captchaAnswer(secureRandom)).toMatch(/^[1-6]{5}$/)
  })
})

describe('the CAPTCHA image', () => {
  test('is a high-density PNG that depends on the seed only', async () => {
    const [first, again, other] = await Promise.all(
      ['a', 'a', 'b'].map((seed) => captchaImage('12345', seededRandom(seed))),
    )
    const { format, width, height } = await sharp(first).metadata()
    expect({ format, width, height }).toEqual({ format: 'png', width: captchaWidth * 2, height: captchaHeight * 2 })
    expect(first).toEqual(again)
    expect(first).not.toEqual(other)
  })

  test('differs for another answer with the same noise', async () => {
    const [one, six] = await Promise.all(['11111', '66666'].map((answer) => captchaImage(answer, seededRandom('a'))))
    expect(one).not.toEqual(six)
  })

  test('has dark ink on light paper at every digit', async () => {
    for (const seed of seeds.slice(0, 10)) {
      const random = seededRandom(seed)
      const image = sharp(await captchaImage(captchaAnswer(random), random)).greyscale()
      for (let place = 0; place < 5; place++) {
        const region = { left: 24 + place * 70, top: 0, width: 70, height: captchaHeight * 2 }
        const pixels = await image.clone().extract(region).raw().toBuffer()
        const dark = pixels.filter((value) => value < 80).length / pixels.length
        const light = pixels.filter((value) => value > 220).length / pixels.length
        expect(dark).toBeGreaterThan(0.05)
        expect(light).toBeGreaterThan(0.5)
      }
    }
  })

  test.each(['', '1234', '123456', '12347', '1234a', '<svg>'])('is refused for %j', async (answer) => {
    await expect(captchaImage(answer, seededRandom('a'))).rejects.toThrow(/five digits/)
    expect(() => captchaAudio(answer, 'fr', seededRandom('a'))).toThrow(/five digits/)
  })
})

describe('the CAPTCHA audio', () => {
  test.each(['fr', 'en'] as const)(
    'is a WAV of 16 kHz, 8 bits, one channel, the same for the same seed (%s)',
    (language) => {
      const wav = captchaAudio('66666', language, seededRandom('a'))
      expect(wav.toString('latin1', 0, 4) + wav.toString('latin1', 8, 16)).toBe('RIFFWAVEfmt ')
      expect([wav.readUInt16LE(22), wav.readUInt32LE(24), wav.readUInt16LE(34)]).toEqual([1, 16_000, 8])
      expect(wav.readUInt32LE(4)).toBe(wav.length - 8)
      expect(wav.readUInt32LE(40)).toBe(wav.length - 44)
      expect(wav.length).toBeLessThan(10 * 16_000)
      expect(captchaAudio('66666', language, seededRandom('a'))).toEqual(wav)
      expect(captchaAudio('66666', language, seededRandom('b'))).not.toEqual(wav)
    },
  )

  test('is in another language with other words', () => {
    expect(captchaAudio('12345', 'fr', seededRandom('a'))).not.toEqual(captchaAudio('12345', 'en', seededRandom('a')))
  })

  test.each(seeds)('is not solved by counting what is loud (%s, B9)', (seed) => {
    const random = seededRandom(seed)
    const answer = captchaAnswer(random)
    for (const language of ['fr', 'en'] as const) {
      expect(decodeCaptchaAudio(captchaAudio(answer, language, random))).not.toBe(answer)
    }
  })

  test('has no silence by which a program could find the digits', () => {
    for (const seed of seeds.slice(0, 10)) {
      const samples = captchaAudio('12345', 'fr', seededRandom(seed)).subarray(44)
      const window = 1600
      const loudest: number[] = []
      for (let at = 0; at + window <= samples.length; at += window) {
        loudest.push(Math.max(...samples.subarray(at, at + window).map((byte) => Math.abs(byte - 128))))
      }
      // The first words of the murmur begin at the start; hiss alone reaches 3.
      expect(Math.min(...loudest.slice(1))).toBeGreaterThan(5)
    }
  })
})

describe('a spoken digit', () => {
  const voice = { pitchHz: 110, formantScale: 1, tempo: 1, noise: seededRandom('noise') }

  /** The share of samples after which the sign changes: high for a hiss, low for a vowel. */
  function crossings(samples: Float32Array): number {
    let count = 0
    for (let i = 1; i < samples.length; i++) if ((samples[i] ?? 0) >= 0 !== (samples[i - 1] ?? 0) >= 0) count++
    return count / samples.length
  }

  test.each([
    ['fr', '6'],
    ['fr', '5'],
    ['en', '6'],
  ] as const)('begins with a hiss and goes on with a vowel (%s %s)', (language, digit) => {
    const spoken = speakDigit(digit, language, voice)
    const ms = (from: number, to: number) => spoken.subarray((from * speechRate) / 1000, (to * speechRate) / 1000)

    expect(crossings(ms(30, 110))).toBeGreaterThan(0.4)
    expect(crossings(ms(200, 260))).toBeLessThan(0.35)
  })

  test('lasts as long as its voice takes', () => {
    const slow = speakDigit('1', 'fr', { ...voice, tempo: 1.2 })
    expect(slow.length / speakDigit('1', 'fr', voice).length).toBeCloseTo(1.2, 2)
  })

  test('never exceeds the range of samples', () => {
    for (const digit of '123456') {
      const loudest = Math.max(...speakDigit(digit, 'en', voice).map(Math.abs))
      expect(loudest).toBeGreaterThan(0.8)
      expect(loudest).toBeLessThanOrEqual(0.91)
    }
  })
})
