import type { ReactNode } from 'react';
import { IconButton } from '../../components/button';
import { Icon } from '../../components/icon';
import { useMessages } from '../../i18n/locale';
import { MATCHES_MAX } from './find-matches';
import { transcriptMessages } from './transcript-messages';
import type { TextSearch } from './use-search';

/** Enter goes to the next match, with Shift to the one before. */
export function SearchBar({ search }: { search: TextSearch }): ReactNode {
  const messages = useMessages(transcriptMessages);
  const { text, matches, at, move } = search;
  const count = matches.length;
  const found = count === 0 ? messages.noMatches : messages.matches(at + 1, count, count === MATCHES_MAX);
  return (
    <search className="transcript-search">
      <Icon name="search" size={16} />
      <input
        className="input"
        type="search"
        value={text}
        placeholder={messages.search}
        aria-label={messages.search}
        maxLength={200}
        onChange={({ target }) => search.setText(target.value)}
        onKeyDown={({ key, shiftKey }) => {
          if (key === 'Enter') move(shiftKey ? -1 : 1);
        }}
      />
      {text.trim() !== '' && (
        <>
          <span className="transcript-found numbers" role="status">
            {found}
          </span>
          <IconButton
            icon="back"
            label={messages.previousMatch}
            disabled={count === 0}
            onClick={() => move(-1)}
          />
          <IconButton icon="next" label={messages.nextMatch} disabled={count === 0} onClick={() => move(1)} />
        </>
      )}
    </search>
  );
}
