import { describeBroker } from './broker-conformance';
import { openMemoryLab } from './broker-lab';
import { describeLedger } from './ledger-conformance';
import { describeSignals } from './signal-conformance';

describeBroker('the broker inside the process', openMemoryLab);
describeSignals('signals inside the process', openMemoryLab);
describeLedger('the ledger inside the process', openMemoryLab);
