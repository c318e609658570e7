/**
 * An attack that solved the CAPTCHA while it was groups of beeps: separates tones from silence and low
 * from high ones, and counts.
 */
export function decodeCaptchaAudio(wav: Buffer): string {
  const samples = [...wav.subarray(44)].map((byte) => byte - 128)
  const window = 80
  const tones: number[][] = []
  let inTone = false

  for (let at = 0; at + window <= samples.length; at += window) {
    const part = samples.slice(at, at + window)
    const isTone = Math.max(...part.map(Math.abs)) > 30
    if (isTone && !inTone) tones.push([])
    if (isTone) tones.at(-1)?.push(...part)
    inTone = isTone
  }

  const counts: number[] = []
  for (const tone of tones) {
    const crossings = tone.filter((value, index) => value >= 0 !== (tone[index - 1] ?? 0) >= 0).length
    const hertz = (crossings / 2 / tone.length) * 8000
    if (hertz < 500) counts.push(0)
    else counts.push((counts.pop() ?? 0) + 1)
  }

  return counts.join('')
}
