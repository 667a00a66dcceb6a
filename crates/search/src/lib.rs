//! Game-tree search, generic over the contract.
