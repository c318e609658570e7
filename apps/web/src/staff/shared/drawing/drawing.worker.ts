// The half of the library that parses: in this thread too, which holds nothing else.
import 'pdfjs-dist/legacy/build/pdf.worker.mjs'
import type { PdfAnswer, PdfQuestion, PdfRequest, PdfResults } from './drawing-messages.ts'
import { ownFiles } from './own-files.ts'
import { faultOf, PdfReader } from './pdf-reader.ts'

const reader = new PdfReader(ownFiles)

// The library has no other way to say that it left something out.
Object.assign(console, { warn: (...texts: unknown[]) => reader.hear(texts.join(' ')) })

function answerTo(question: PdfQuestion): Promise<PdfResults[keyof PdfResults]> {
  if (question.kind === 'open') return reader.open(question.bytes)
  return question.kind === 'size' ? reader.size(question.page) : reader.draw(question.page, question.view)
}

const post = (answer: PdfAnswer, transfer: Transferable[] = []) => postMessage(answer, { transfer })

self.onmessage = async ({ data: { id, question } }: MessageEvent<PdfRequest>) => {
  try {
    const result = await answerTo(question)
    post({ id, result }, 'bitmap' in result ? [result.bitmap] : [])
  } catch (error) {
    post({ id, fault: faultOf(error) })
  }
}
