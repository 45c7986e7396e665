import { Document, HeadingLevel, Packer, Paragraph, TextRun } from 'docx';

/** A transcript as a document for word processors. */
export interface TranscriptDocument {
  title: string;
  turns: readonly {
    /** Null: it is the speaker of the turn before, or not known. */
    speaker: string | null;
    /** As it is shown: `12:34`. */
    time: string;
    text: string;
  }[];
}

const GREY = '707070';
/** What XML cannot hold. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

export function writeDocx({ title, turns }: TranscriptDocument): Promise<Blob> {
  const paragraphs = turns.map(({ speaker, time, text }) => {
    const name = speaker === null ? [] : [new TextRun({ text: `${clean(speaker)}  `, bold: true })];
    const at = new TextRun({ text: time, color: GREY, size: 18 });
    const spacing = { before: speaker === null ? 60 : 200 };
    return new Paragraph({ spacing, children: [...name, at, new TextRun({ text: clean(text), break: 1 })] });
  });
  const heading = new Paragraph({ text: clean(title), heading: HeadingLevel.HEADING_1 });
  return Packer.toBlob(
    new Document({ title: clean(title), sections: [{ children: [heading, ...paragraphs] }] }),
  );
}

function clean(text: string): string {
  return text.replace(FORBIDDEN, '');
}
