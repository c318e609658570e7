import { assertCaptchaAnswer, type Random } from './captcha.ts'

const samplesPerSecond = 8000
const headerBytes = 44
const fadeSeconds = 0.006

/**
 * Sound in no language, for people who cannot see the image: each digit is a low tone followed by
 * that number of short high beeps. WAV, 8 kHz, 8 bits, mono.
 */
export function captchaAudio(answer: string, random: Random): Buffer {
  assertCaptchaAnswer(answer)

  const within = (from: number, to: number) => from + (to - from) * random()
  const parts = [silence(0.3)]
  for (const digit of answer) {
    parts.push(tone(within(260, 320), within(0.28, 0.36)), silence(within(0.3, 0.4)))
    const pitch = within(750, 1000)
    for (let beep = 0; beep < Number(digit); beep++) {
      parts.push(tone(pitch * within(0.97, 1.03), within(0.1, 0.14)), silence(within(0.16, 0.24)))
    }
    parts.push(silence(within(0.45, 0.65)))
  }

  const hiss = createHiss(random)
  const data = Buffer.from(parts.flat().map((sample) => Math.round(128 + 127 * (sample + hiss()))))
  return Buffer.concat([wavHeader(data.length), data])
}

function silence(seconds: number): number[] {
  return new Array<number>(Math.round(seconds * samplesPerSecond)).fill(0)
}

/** Faded in and out: a hard edge clicks, which sounds like another beep. */
function tone(hertz: number, seconds: number): number[] {
  const count = Math.round(seconds * samplesPerSecond)
  const fade = fadeSeconds * samplesPerSecond
  return Array.from({ length: count }, (_, index) => {
    const loudness = 0.7 * Math.min(1, index / fade, (count - index) / fade)
    return loudness * Math.sin((2 * Math.PI * hertz * index) / samplesPerSecond)
  })
}

/** A fast generator: 100,000 numbers of a secure one would block the server for 100 ms. */
function createHiss(random: Random): () => number {
  let state = Math.floor(random() * 2 ** 32)
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state / 2 ** 32 - 0.5) / 10
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
  header.writeUInt32LE(samplesPerSecond, 24)
  header.writeUInt32LE(samplesPerSecond, 28)
  header.writeUInt16LE(1, 32)
  header.writeUInt16LE(8, 34)
  header.write('data', 36, 'latin1')
  header.writeUInt32LE(dataBytes, 40)

  return header
}
