import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { decodeCaptchaAudio } from '#test/captcha-audio.ts'
import { captchaAudio } from './captcha.audio.ts'
import { captchaHeight, captchaImage, captchaWidth } from './captcha.image.ts'
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
    expect(() => captchaAudio(answer, seededRandom('a'))).toThrow(/five digits/)
  })
})

describe('the CAPTCHA audio', () => {
  test('is a WAV of 8 kHz, 8 bits, one channel, the same for the same seed', () => {
    const wav = captchaAudio('66666', seededRandom('a'))
    expect(wav.toString('latin1', 0, 4) + wav.toString('latin1', 8, 16)).toBe('RIFFWAVEfmt ')
    expect([wav.readUInt16LE(22), wav.readUInt32LE(24), wav.readUInt16LE(34)]).toEqual([1, 8000, 8])
    expect(wav.readUInt32LE(4)).toBe(wav.length - 8)
    expect(wav.readUInt32LE(40)).toBe(wav.length - 44)
    expect(wav.length).toBeLessThan(20 * 8000)
    expect(captchaAudio('66666', seededRandom('a'))).toEqual(wav)
    expect(captchaAudio('66666', seededRandom('b'))).not.toEqual(wav)
  })

  test.each(seeds)('encodes the answer in beeps (%s)', (seed) => {
    const random = seededRandom(seed)
    const answer = captchaAnswer(random)
    expect(decodeCaptchaAudio(captchaAudio(answer, random))).toBe(answer)
  })
})
