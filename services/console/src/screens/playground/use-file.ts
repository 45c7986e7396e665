import type { Upload } from '@medley/client/browser';
import { useCallback } from 'react';
import { useToasts } from '../../components/toasts';
import { useAccount } from '../../session/account';
import { readTextFile } from './read-text-file';
import type { Playground } from './use-playground';
import { useUpload, type FileUpload } from './use-upload';

interface FileActions {
  fileUpload: FileUpload;
  onFile: (file: File) => void;
  onRemoveFile: () => void;
}

/** Files: text is read here, everything else goes to the service. */
export function useFile({ draft, set }: Playground): FileActions {
  const { medley } = useAccount();
  const { fail } = useToasts();
  const onDone = useCallback((upload: Upload) => set({ upload }), [set]);
  const fileUpload = useUpload(onDone);
  return {
    fileUpload,
    onFile: (file) => {
      void readTextFile(file).then((text) => {
        if (text !== null) {
          set({ source: 'text', text });
          return;
        }
        set({ source: 'file', upload: null });
        fileUpload.start(file);
      });
    },
    onRemoveFile: () => {
      if (draft.upload) medley.uploads.delete(draft.upload.id).catch(fail);
      set({ upload: null });
    },
  };
}
