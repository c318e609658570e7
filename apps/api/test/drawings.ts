import PDFDocument from 'pdfkit'

interface Drawing {
  pages?: number
  /** Without it, readers open nothing of the file. */
  password?: string
}

/** A PDF with a frame, a text and a circle on each sheet of A3. Its link and its script must do nothing. */
export function aDrawing({ pages = 1, password }: Drawing = {}): Promise<Buffer> {
  const protection = password === undefined ? {} : { userPassword: password }
  const document = new PDFDocument({ size: 'A3', layout: 'landscape', autoFirstPage: false, ...protection })

  for (let page = 1; page <= pages; page++) {
    document.addPage()
    const { width, height } = document.page
    document
      .lineWidth(2)
      .rect(20, 20, width - 40, height - 40)
      .stroke()
    document.circle(width / 2, height / 2, 200).stroke()
    document.fontSize(40).text(`Sheet ${page}: 12,5 ±0,05`, 60, 60)
    document.font('Symbol').text('m', 60, 120).font('Helvetica')
    document.link(20, 20, width - 40, height - 40, 'https://example.invalid/')
  }
  document.addNamedJavaScript('opened', 'app.alert("opened")')

  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    document.on('data', (chunk: Buffer) => chunks.push(chunk))
    document.on('end', () => resolve(Buffer.concat(chunks)))
    document.on('error', reject)
    document.end()
  })
}
